/** A browser's storage; its keys are those of the object, as in browsers. */
export class StandInStorage {
  getItem = (key: string) => (Reflect.get(this, key) as string | undefined) ?? null;
  setItem = (key: string, value: string) => void Reflect.set(this, key, value);
  removeItem = (key: string) => void Reflect.deleteProperty(this, key);
}
