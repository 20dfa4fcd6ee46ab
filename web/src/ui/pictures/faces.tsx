import type { Person } from '@hereabouts/contract/person';
import { Avatar } from './avatar.tsx';
import styles from './faces.module.css';

/** A row of overlapping pictures; what they stand for is in the words beside them. */
export function Faces({ people }: { people: readonly Person[] }) {
  return (
    <span className={styles.faces}>
      {people.map(({ id, name, image }) => (
        <Avatar key={id} id={id} name={name} image={image} size={32} className={styles.face ?? ''} />
      ))}
    </span>
  );
}
