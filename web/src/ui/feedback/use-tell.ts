import { useIsHere } from '#web/lib/navigation/use-is-here.ts';
import { showAlert } from './toast-store.ts';

/** Says how something ended by `show`, or as an alert once the person has left the page or closed the dialog. For promises: what
 * `mutate` is given to call goes with the component. */
export function useTell(show: (text: string) => void): (text: string) => void {
  const isHere = useIsHere();
  return (text) => (isHere.current ? show(text) : showAlert(text));
}
