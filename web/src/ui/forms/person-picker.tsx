import { SearchX } from 'lucide-react';
import { useId, useMemo, useRef, useState, type CSSProperties } from 'react';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { EmailText } from '#web/ui/text/email-text.tsx';
import * as texts from '#web/texts/ui.tsx';
import styles from './person-picker.module.css';
import { SearchField } from './search-field.tsx';

export type PickablePerson = { id: string; name: string; email: string | null; image: string | null };

type Props = {
  label: string;
  people: readonly PickablePerson[];
  /** Others than `people` stay selected, and are not counted. */
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  searchPlaceholder: string;
  describedBy?: string | undefined;
  maxHeightPx: number;
  noMatch: string;
  noName: string;
};

const matches = (person: PickablePerson, search: string) =>
  person.name.toLowerCase().includes(search) || (person.email?.toLowerCase().includes(search) ?? false);

export function PersonPicker(props: Props) {
  const { label, people, selected, onChange, searchPlaceholder, describedBy, maxHeightPx } = props;
  const { noMatch, noName } = props;
  const [typed, setTyped] = useState('');
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const search = typed.normalize('NFC').trim().toLowerCase();
  const shown = useMemo(() => people.filter((person) => matches(person, search)), [people, search]);
  const allShown = shown.length > 0 && shown.every((person) => selected.has(person.id));

  const toggle = (personId: string) => onChange(selected.symmetricDifference(new Set([personId])));
  const toggleAll = () => {
    const ids = new Set(shown.map((person) => person.id));
    onChange(allShown ? selected.difference(ids) : selected.union(ids));
  };

  const clear = () => {
    setTyped('');
    root.current?.querySelector('input')?.focus();
  };

  return (
    <div ref={root} className={styles.picker} role="group" aria-label={label}>
      <SearchField
        placeholder={searchPlaceholder}
        value={typed}
        onChange={setTyped}
        describedBy={describedBy}
      />
      <div className={styles.bar}>
        <p className={styles.count} role="status">
          {texts.friendsSelected(people.filter((person) => selected.has(person.id)).length)}
        </p>
        <Button variant="quiet" size="small" disabled={shown.length === 0} onClick={toggleAll}>
          {allShown ? texts.deselectAll : texts.selectAll}
        </Button>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={<SearchX aria-hidden="true" />}
          title={<span role="status">{noMatch}</span>}
          action={
            <Button variant="secondary" size="small" onClick={clear}>
              {texts.clearSearch}
            </Button>
          }
        />
      ) : (
        // Focusable, so that the arrow keys scroll it even while no box in it has the focus.
        <ul
          className={styles.list}
          tabIndex={0}
          aria-label={label}
          style={{ '--max-height': `${maxHeightPx}px` } as CSSProperties}
        >
          {shown.map((person) => (
            <li key={person.id}>
              <label className={styles.person} htmlFor={`${id}-${person.id}`}>
                <input
                  id={`${id}-${person.id}`}
                  type="checkbox"
                  className={styles.box}
                  checked={selected.has(person.id)}
                  onChange={() => toggle(person.id)}
                />
                <Avatar id={person.id} name={person.name} image={person.image} size={40} />
                <span className={styles.lines}>
                  <span className={styles.name}>
                    <bdi>{person.name || noName}</bdi>
                  </span>
                  {person.email !== null && (
                    <span className={styles.email}>
                      <EmailText email={person.email} />
                    </span>
                  )}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
