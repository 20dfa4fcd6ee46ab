type Typed = { nativeEvent: Pick<KeyboardEvent, 'isComposing' | 'keyCode'> };

const KEY_CODE_OF_COMPOSITION = 229;

/** Enter then only chooses characters, as of Japanese. In Safari composition is over by then, and only the key code tells. */
export const isComposing = ({ nativeEvent: { isComposing, keyCode } }: Typed): boolean =>
  isComposing || keyCode === KEY_CODE_OF_COMPOSITION;
