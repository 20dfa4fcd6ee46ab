import type { ComponentProps, ReactNode } from 'react';
import { afterNextFrame } from '#web/lib/device/after-next-frame.ts';

type MapButtonProps = Omit<ComponentProps<'button'>, 'children' | 'onClick'> & {
  label: string;
  icon: ReactNode;
  onPress: () => void;
};

/** Shows only an icon. The press is drawn before the map follows. */
export function MapButton({ label, icon, onPress, ...rest }: MapButtonProps) {
  const press = (button: HTMLButtonElement) => {
    // The map may be gone by then.
    if (button.isConnected) onPress();
  };
  return (
    <button
      type="button"
      className="map-button"
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => afterNextFrame(() => press(currentTarget))}
      {...rest}
    >
      {icon}
    </button>
  );
}
