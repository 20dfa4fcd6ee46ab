import { CalendarHeart, CalendarPlus, Plus, RefreshCw, Search, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Badge } from '#web/ui/indicators/badge.tsx';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { FormButtons } from '#web/ui/buttons/form-buttons.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Img } from '#web/ui/pictures/img.tsx';
import { LiveDot } from '#web/ui/indicators/live-dot.tsx';
import { Wordmark } from '#web/ui/pictures/mark.tsx';
import { OfflineBanner } from '#web/ui/feedback/offline-banner.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { StatusChip } from '#web/ui/indicators/status-chip.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import styles from './dev-ui-page.module.css';
import { FieldSamples } from './field-samples.tsx';

const VARIANTS = ['primary', 'secondary', 'quiet', 'danger'] as const;
const SIZES = [32, 40, 48, 64, 96] as const;
const NAMES = ['Aoife Le Brocq', 'محمد الفاتح', 'É', 'Zoë Renouf', '', '李雷', 'Marta de Gruchy', 'Bo'];

type Tab = 'friends' | 'pending' | 'sent' | 'discover';

/** In development only. */
export function DevUiPage() {
  const [tab, setTab] = useState<Tab>('friends');
  const [dialog, setDialog] = useState<'none' | 'dialog' | 'confirm'>('none');
  const close = () => setDialog('none');
  return (
    <Page title="Components">
      <PageHeader title="Components" kicker="Every state" backTo="/" actions={<Wordmark />} />

      <SectionHeading>Buttons</SectionHeading>
      {VARIANTS.map((variant) => (
        <div className={styles.row} key={variant}>
          <Button variant={variant} icon={<Plus aria-hidden="true" />}>
            {variant}
          </Button>
          <Button variant={variant} size="small">
            Small
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} busy busyLabel="Saving...">
            Save
          </Button>
          <ButtonLink variant={variant} to="/dev/ui">
            Link
          </ButtonLink>
        </div>
      ))}
      <div className={styles.row}>
        <IconButton label="Create event" icon={<CalendarPlus aria-hidden="true" />} />
        <IconButton label="Refresh" tone="filled" icon={<RefreshCw aria-hidden="true" />} />
        <IconButton label="Add" tone="flare" icon={<Plus aria-hidden="true" />} />
        <IconButton label="Nothing" disabled icon={<Search aria-hidden="true" />} />
      </div>

      <SectionHeading>Fields</SectionHeading>
      <FieldSamples />

      <SectionHeading>Messages</SectionHeading>
      <FormBanner tone="error">Title is required</FormBanner>
      <FormBanner tone="success">Profile updated successfully</FormBanner>
      <FormBanner tone="info">Changing the time resets the answers of everyone invited.</FormBanner>
      <FormButtons>
        <ButtonLink variant="secondary" to="/dev/ui">
          Cancel
        </ButtonLink>
        <Button>Create Event</Button>
      </FormButtons>
      <OfflineBanner isOffline waiting={2} shownAtMs={null} />
      <div className={styles.row}>
        <Button variant="secondary" onClick={() => showAlert('Failed to send friend request')}>
          Alert
        </Button>
        <Button variant="secondary" onClick={() => showNotice('Invitation sent')}>
          Notice
        </Button>
        <Button variant="secondary" onClick={() => setDialog('dialog')}>
          Dialog
        </Button>
        <Button variant="secondary" onClick={() => setDialog('confirm')}>
          Confirm
        </Button>
      </div>

      <SectionHeading>People and answers</SectionHeading>
      <div className={styles.row}>
        {NAMES.map((name, index) => (
          <Avatar key={name} id={`person-${index}`} name={name} image={null} size={SIZES[index % 5] ?? 48} />
        ))}
      </div>
      <div className={styles.row}>
        {(['accepted', 'tentative', 'declined', 'pending', 'none'] as const).map((status) => (
          <StatusChip key={status} status={status} />
        ))}
        <Badge count={3} />
        <Badge count={12} tone="alert" label="12 requests" />
        <Badge count={4096} />
        <LiveDot />
      </div>

      <SectionHeading>Tabs</SectionHeading>
      <Tabs<Tab>
        label="Contacts"
        value={tab}
        onChange={setTab}
        items={[
          { value: 'friends', label: 'My Friends', count: 24 },
          { value: 'pending', label: 'Pending', count: 3, attention: true },
          { value: 'sent', label: 'Sent', count: 0 },
          { value: 'discover', label: 'Discover' },
        ]}
      >
        <Card>The panel of {tab}</Card>
      </Tabs>

      <SectionHeading actions={<Button variant="quiet">Refresh</Button>}>Cards and states</SectionHeading>
      <div className={styles.grid}>
        <Card flush interactive>
          <Img image={null} fallback="/images/default_Event/hereabouts1.png" alt="" />
          <div className={styles.pad}>
            <strong>Lantern swim at Havre des Pas</strong>
            <p>Sat 21 Nov at 19:30</p>
          </div>
        </Card>
        <Card>
          <Loading label="Loading events...">
            <Skeleton shape="block" height="120px" />
            <Skeleton width="70%" />
            <Skeleton width="40%" />
          </Loading>
        </Card>
        <Card>
          <EmptyState
            icon={<UsersRound />}
            title="No friends yet. Start by discovering new people!"
            action={<Button>Discover</Button>}
          />
        </Card>
        <Card>
          <ErrorState onRetry={() => showNotice('Retried')}>The server did not answer.</ErrorState>
        </Card>
        <Card>
          <EmptyState
            icon={<CalendarHeart />}
            title="No upcoming events"
            action={<Button variant="secondary">Refresh</Button>}
          />
        </Card>
        <Card>
          <Spinner visible />
        </Card>
      </div>

      <Dialog
        open={dialog === 'dialog'}
        onClose={close}
        title="Search Location"
        description="Type the name of a place or a parish."
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button onClick={close}>Use this place</Button>
          </>
        }
      >
        <FieldSamples />
      </Dialog>
      <ConfirmDialog
        open={dialog === 'confirm'}
        title="Unfriend this person?"
        person="Aoife Le Brocq"
        confirmLabel="Unfriend"
        danger
        onConfirm={close}
        onCancel={close}
      >
        You will no longer see each other’s upcoming events.
      </ConfirmDialog>
    </Page>
  );
}
