import { imageProblem, IMAGE_TYPES, uploadRoutes } from '@hereabouts/contract/uploads';
import type { Me } from '@hereabouts/contract/users';
import { useMutation } from '@tanstack/react-query';
import { Camera, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { ApiError, callUpload } from '#web/lib/api/api.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/profile.tsx';
import { useUpdateMe } from '../queries.ts';
import styles from './avatar-editor.module.css';
import { failureText } from '#web/lib/api/failure-text.ts';

/** One's picture: chosen, replaced or removed, at once. Source: PROF-07; the rules are EVF-07's. */
export function AvatarEditor({ me }: { me: Me }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [fraction, setFraction] = useState(0);
  const update = useUpdateMe();
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      const image =
        file && (await callUpload(uploadRoutes.createUpload, file, { onProgress: setFraction })).path;
      await update.mutateAsync({ image });
    },
    onError: (error) => setProblem(problemOf(error)),
  });

  const choose = (file: File | undefined) => {
    if (!file) return;
    const refusal = imageProblem(file);
    setProblem(refusal);
    setFraction(0);
    if (refusal === null) change.mutate(file);
  };

  return (
    <div className={styles.editor}>
      <Avatar id={me.id} name={me.name} image={me.image} size={128} />
      <input
        ref={input}
        type="file"
        hidden
        accept={IMAGE_TYPES.join(',')}
        aria-label={texts.profilePicture}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // So that choosing the same file again is a change again.
          event.target.value = '';
        }}
      />
      <div className={styles.actions}>
        <Button
          variant="secondary"
          size="small"
          icon={<Camera aria-hidden="true" />}
          busy={change.isPending}
          busyLabel={`Saving... ${Math.round(fraction * 100)}%`}
          onClick={() => input.current?.click()}
        >
          {me.image === null ? texts.addPicture : texts.replacePicture}
        </Button>
        {me.image !== null && !change.isPending ? (
          <Button
            variant="secondary"
            size="small"
            icon={<Trash2 aria-hidden="true" />}
            onClick={() => {
              setProblem(null);
              setFraction(1);
              change.mutate(null);
            }}
          >
            {recurring.remove}
          </Button>
        ) : null}
      </div>
      {me.image === null || problem !== null ? (
        <p className={styles.help}>{texts.maxSize5mbFormatsJpegPng}</p>
      ) : null}
      {problem === null ? null : <FormBanner tone="error">{problem}</FormBanner>}
    </div>
  );
}

const problemOf = (error: Error) =>
  error instanceof ApiError && error.code !== null
    ? error.message
    : failureText(texts.failedToUpdateProfile, error);
