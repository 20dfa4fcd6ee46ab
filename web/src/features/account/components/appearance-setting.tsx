import { useState } from 'react';
import { applyTheme, readTheme, THEMES, type Theme } from '#web/lib/storage/theme.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';

const LABELS: Record<Theme, string> = { system: 'As the device', light: 'Light', dark: 'Dark' };

/** Light or dark, on this device. */
export function AppearanceSetting() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <SelectField
      label="Appearance"
      value={theme}
      options={THEMES.map((value) => ({ value, label: LABELS[value] }))}
      onChange={(next) => {
        setTheme(next);
        applyTheme(next);
      }}
    />
  );
}
