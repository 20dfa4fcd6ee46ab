import { isSupportedCountry } from 'libphonenumber-js/min';

export type Env = Readonly<Record<string, string | undefined>>;

/** Readers add to `problems` what cannot be used, and to `asked` the names of what they read. */
export function createReader(env: Env, problems: string[]) {
  const asked = new Set<string>();
  const text = (name: string) => {
    asked.add(name);
    return env[name]?.trim() || null;
  };
  const whole = (name: string, fallback: number, min: number, max: number) => {
    const raw = text(name);
    if (raw === null) return fallback;
    const value = Number(raw);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    problems.push(`${name} must be a whole number from ${min} to ${max}, not "${raw}"`);
    return fallback;
  };
  const flag = (name: string, fallback: boolean) => {
    const raw = text(name);
    if (raw === null) return fallback;
    if (raw === 'true' || raw === 'false') return raw === 'true';
    problems.push(`${name} must be true or false, not "${raw}"`);
    return fallback;
  };
  const oneOf = <T extends string>(name: string, allowed: readonly T[], fallback: T) => {
    const raw = text(name);
    if (raw === null) return fallback;
    const value = allowed.find((candidate) => candidate === raw);
    if (value === undefined) problems.push(`${name} must be one of ${allowed.join(', ')}, not "${raw}"`);
    return value ?? fallback;
  };
  const url = (name: string, protocols: readonly string[]) => {
    const raw = text(name);
    if (raw === null) return null;
    if (protocols.includes(URL.parse(raw)?.protocol ?? '')) return raw;
    problems.push(
      `${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    );
    return null;
  };

  const countries = (name: string, fallback: readonly string[]) => {
    const raw = text(name);
    if (raw === null) return fallback;
    if (raw.toLowerCase() === 'all') return null;
    const codes = raw.split(',').map((code) => code.trim().toUpperCase());
    if (codes.every((code) => isSupportedCountry(code))) return codes;
    problems.push(`${name} must be "all" or ISO codes of countries such as JE,GB, not "${raw}"`);
    return fallback;
  };

  const hosts = (name: string) => {
    const names = (text(name) ?? '').split(',').flatMap((part) => part.trim().toLowerCase() || []);
    for (const host of names) {
      if (URL.parse(`https://${host}/`)?.host !== host)
        problems.push(`${name} must be host names separated by commas, not "${host}"`);
    }
    return names;
  };

  return { asked, text, whole, flag, oneOf, url, countries, hosts };
}
