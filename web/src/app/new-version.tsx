import { reloadWithAll } from '#web/lib/release/new-release.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import * as texts from '#web/texts/app.ts';

/** Offers the release that this page is not of (PWA-04). */
export function NewVersion() {
  const reload = (
    <Button variant="secondary" size="small" onClick={reloadWithAll}>
      {texts.reload}
    </Button>
  );
  return (
    <FormBanner tone="info" action={reload}>
      {texts.aNewVersionIsReady}
    </FormBanner>
  );
}
