import styles from './dialog.module.css';

export type DialogTitleProps = {
  title: string;
  /** Whose it is about. A line of its own: within the sentence, a name could continue it in the product's voice. */
  person?: string | undefined;
};

/** What a heading of a dialog contains. */
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
