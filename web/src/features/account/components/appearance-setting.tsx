import { SunMoon } from 'lucide-react';
import { useState } from 'react';
import { applyTheme, readTheme, THEMES, type Theme } from '#web/lib/storage/theme.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import * as texts from '#web/texts/profile.tsx';
import styles from './setting-row.module.css';

const LABELS: Record<Theme, string> = { system: texts.asTheDevice, light: texts.light, dark: texts.dark };

/** Per device. */
export function AppearanceSetting() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <div className={styles.row}>
      <SunMoon aria-hidden="true" />
      <SelectField
        className={styles.field}
        label={texts.appearance}
        value={theme}
        options={THEMES.map((value) => ({ value, label: LABELS[value] }))}
        onChange={(next) => {
          setTheme(next);
          applyTheme(next);
        }}
      />
    </div>
  );
}
