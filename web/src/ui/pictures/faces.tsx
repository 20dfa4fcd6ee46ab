import type { Person } from '@hereabouts/contract/person';
import { Avatar } from './avatar.tsx';
import styles from './faces.module.css';

/** `size` in px; the words beside it say what they stand for. */
export function Faces({ people, size = 32 }: { people: readonly Person[]; size?: 32 | 48 }) {
  return (
    <span className={styles.faces}>
      {people.map(({ id, name, image }) => (
        <Avatar key={id} id={id} name={name} image={image} size={size} className={styles.face ?? ''} />
      ))}
    </span>
  );
}
