import * as texts from '#web/texts/account.tsx';
import { REFUSED, strengthOf } from '../password-strength.ts';
import { usePasswordMinLength } from '../use-password-min-length.ts';
import styles from './password-strength.module.css';

type Props = {
  password: string;
  personal: readonly string[];
  /** The service refused this password; its reasons are shown elsewhere. */
  isRefused: boolean;
};

/** Part of the field's description. */
export function PasswordStrength({ password, personal, isRefused }: Props) {
  const minLength = usePasswordMinLength();
  const { level, word, reasons } = isRefused ? REFUSED : strengthOf(password, { personal, minLength });
  if (level === 0) return <p>{texts.passwordLengthHelp(minLength)}</p>;
  return (
    <div className={styles.strength} data-level={level}>
      <div className={styles.bars} aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </div>
      <p className={styles.word} role="status">
        {texts.passwordStrength(word)}
      </p>
      {reasons.length > 0 ? (
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
