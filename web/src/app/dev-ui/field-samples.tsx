import { useState } from 'react';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx';
import styles from './dev-ui-page.module.css';

export function FieldSamples() {
  const [search, setSearch] = useState('');
  const [privacy, setPrivacy] = useState<'everyone' | 'friends'>('everyone');
  return (
    <div className={styles.grid}>
      <TextField label="Event Title*" placeholder="Beach fire" help="Up to 120 characters" />
      <TextField label="Start Time*" type="datetime-local" defaultValue="2026-11-21T19:30" />
      <TextField label="Email" type="email" error="Please enter your email address" />
      <TextField label="Full Name" defaultValue="Aoife Le Brocq" disabled />
      <PasswordField label="Password" defaultValue="correct horse" autoComplete="off" />
      <SelectField
        label="Who sees my email and phone"
        value={privacy}
        onChange={setPrivacy}
        options={[
          { value: 'everyone', label: 'Everyone' },
          { value: 'friends', label: 'Friends' },
        ]}
      />
      <TextArea label="Description" rows={4} placeholder="What should people bring?" />
      <div>
        <SearchField placeholder="Search My Friends..." value={search} onChange={setSearch} />
        <Checkbox label="Private Event (Only invited people can see this event)" defaultChecked />
        <Checkbox label="Keep answers" help="Of those who stay invited" />
        <Checkbox label="Not now" disabled />
      </div>
    </div>
  );
}
