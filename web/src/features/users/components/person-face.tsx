import type { Person } from '@hereabouts/contract/person';
import { personName } from '@hereabouts/contract/users';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import styles from './person-face.module.css';

export function PersonFace({ person }: { person: Pick<Person, 'id' | 'name' | 'image'> }) {
  const { id, name, image } = person;
  return (
    <>
      <span className={styles.band}>
        <Avatar id={id} name={name} image={image} size={128} className={styles.colours ?? ''} />
      </span>
      <Avatar id={id} name={name} image={image} size={128} className={styles.face ?? ''} />
      <h2 className={styles.name}>
        <bdi>{personName({ name })}</bdi>
      </h2>
    </>
  );
}
