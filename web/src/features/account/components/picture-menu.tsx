import { Camera, ImageUp, Trash2 } from 'lucide-react';
import { Menu } from '#web/ui/overlays/menu.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/profile.tsx';

export type PictureMenuProps = { onReplace: () => void; onRemove: () => void };

/** Source: PROF-07. */
export function PictureMenu({ onReplace, onRemove }: PictureMenuProps) {
  return (
    <Menu
      label={texts.changePicture}
      icon={<Camera aria-hidden="true" />}
      items={[
        { label: texts.replacePicture, icon: <ImageUp aria-hidden="true" />, onSelect: onReplace },
        { label: recurring.remove, icon: <Trash2 aria-hidden="true" />, danger: true, onSelect: onRemove },
      ]}
    />
  );
}
