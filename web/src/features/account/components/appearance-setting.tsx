import { useState } from 'react';
import { applyTheme, readTheme, THEMES, type Theme } from '#web/lib/storage/theme.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import * as texts from '#web/texts/profile.tsx';

const LABELS: Record<Theme, string> = { system: texts.asTheDevice, light: texts.light, dark: texts.dark };

/** Light or dark, on this device. */
export function AppearanceSetting() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <SelectField
      label={texts.appearance}
      value={theme}
      options={THEMES.map((value) => ({ value, label: LABELS[value] }))}
      onChange={(next) => {
        setTheme(next);
        applyTheme(next);
      }}
    />
  );
}
