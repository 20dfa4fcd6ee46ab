import { imageProblem, IMAGE_TYPES, uploadRoutes } from '@hereabouts/contract/uploads';
import type { Me } from '@hereabouts/contract/users';
import { useMutation } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import { useRef, useState, type ComponentType, type ReactNode } from 'react';
import { callUpload } from '#web/lib/api/api.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/profile.tsx';
import { useUpdateMe } from '../queries.ts';
import styles from './avatar-editor.module.css';
import { failureMessage } from '#web/lib/api/failure-text.ts';
import type { PictureMenuProps } from './picture-menu.tsx';

const loadMenu = () => import('./picture-menu.tsx').then((module) => module.PictureMenu);
const menu: { component: ComponentType<PictureMenuProps> | null } = { component: null };
const PictureMenu = lazyComponent<PictureMenuProps>(loadMenu, {
  loading: null,
  failedTitle: recurring.couldNotLoadThisPart,
  preloaded: menu,
});
// Loaded beside the page; a failure is retried and shown where it renders.
loadMenu().then(
  (component) => (menu.component = component),
  () => {},
);

/** Saved at once. Source: PROF-07; the rules are EVF-07's. */
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
    // Whoever has left the page is told all the same.
    onError: (error) =>
      (input.current ? setProblem : showAlert)(failureMessage(texts.failedToUpdateProfile, error)),
  });

  const choose = (file: File | undefined) => {
    if (!file) return;
    const refusal = imageProblem(file);
    setProblem(refusal);
    setFraction(0);
    if (refusal === null) change.mutate(file);
  };

  const openChooser = () => input.current?.click();
  const remove = () => {
    setProblem(null);
    setFraction(1);
    change.mutate(null);
  };

  const actions = useRef<HTMLDivElement>(null);
  const isChoice = me.image !== null && !change.isPending;
  const keepFocus = () => queueMicrotask(() => actions.current?.querySelector('button')?.focus());

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
      <div ref={actions} className={styles.actions}>
        <Swapped key={isChoice ? 'menu' : 'button'} onLostFocus={keepFocus}>
          {!isChoice ? (
            <Button
              variant="secondary"
              size="small"
              icon={<Camera aria-hidden="true" />}
              busy={change.isPending}
              busyLabel={<VisuallyHidden>{texts.savingPercent(Math.round(fraction * 100))}</VisuallyHidden>}
              onClick={openChooser}
            >
              <VisuallyHidden>{me.image === null ? texts.addPicture : texts.replacePicture}</VisuallyHidden>
            </Button>
          ) : (
            <PictureMenu onReplace={openChooser} onRemove={remove} />
          )}
        </Swapped>
      </div>
      {me.image === null || problem !== null ? <p className={styles.help}>{recurring.pictureRules}</p> : null}
      {problem === null ? null : <FormBanner tone="error">{problem}</FormBanner>}
    </div>
  );
}

/** One control takes the place of the other, and its focus. */
function Swapped({ onLostFocus, children }: { onLostFocus: () => void; children: ReactNode }) {
  const control = useRef<HTMLDivElement>(null);
  useLostFocus(control, onLostFocus);
  return <div ref={control}>{children}</div>;
}
