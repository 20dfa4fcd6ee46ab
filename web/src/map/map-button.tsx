import type { ComponentProps, ReactNode } from 'react';

type MapButtonProps = Omit<ComponentProps<'button'>, 'children'> & { label: string; icon: ReactNode };

/** A round control on the map; its picture is its only text. */
export function MapButton({ label, icon, ...rest }: MapButtonProps) {
  return (
    <button type="button" className="map-button" aria-label={label} title={label} {...rest}>
      {icon}
    </button>
  );
}
