import type { ComponentProps, ReactNode } from 'react';

type MapButtonProps = Omit<ComponentProps<'button'>, 'children' | 'onClick'> & {
  label: string;
  icon: ReactNode;
  onPress: () => void;
};

/** A round control on the map; its picture is its only text. It is seen to be pressed before the map follows, which takes
 * a slow phone several frames. */
export function MapButton({ label, icon, onPress, ...rest }: MapButtonProps) {
  return (
    <button
      type="button"
      className="map-button"
      aria-label={label}
      title={label}
      onClick={() => requestAnimationFrame(() => requestAnimationFrame(onPress))}
      {...rest}
    >
      {icon}
    </button>
  );
}
