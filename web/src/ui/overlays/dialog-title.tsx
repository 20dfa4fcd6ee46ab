import styles from './dialog.module.css';

export type DialogTitleProps = {
  title: string;
  /** Whom it is about, in a line of its own: a name could continue the sentence in the product's voice. */
  person?: string | undefined;
};

export function DialogTitle({ title, person }: DialogTitleProps) {
  return (
    <>
      {title}
      {person === undefined ? null : (
        <>
          {' '}
          <bdi className={styles.person}>{person}</bdi>
        </>
      )}
    </>
  );
}
