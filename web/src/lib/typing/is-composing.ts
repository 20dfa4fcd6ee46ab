type Typed = { nativeEvent: Pick<KeyboardEvent, 'isComposing' | 'keyCode'> };

const KEY_CODE_OF_COMPOSITION = 229;

/** The key is part of composing characters, as of Japanese: Enter chooses them, and must do nothing else. In Safari the
 * composition is over by then, and only the code of the key tells. */
export const isComposing = ({ nativeEvent: { isComposing, keyCode } }: Typed): boolean =>
  isComposing || keyCode === KEY_CODE_OF_COMPOSITION;
