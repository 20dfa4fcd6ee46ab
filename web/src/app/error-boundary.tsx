import { Component, type ErrorInfo, type ReactNode } from 'react';
import { logError } from '#web/lib/log.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/app.ts';
import styles from './error-box.module.css';

type Props = { children: ReactNode; resetKey?: string };
type State = { error: Error | null; failedAt: string | undefined };

/** Catches what fails while rendering; another page (`resetKey`) gets a fresh start (ERR-01). */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failedAt: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (!state.error) return { failedAt: props.resetKey };
    return props.resetKey === state.failedAt ? null : { error: null, failedAt: props.resetKey };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    logError(`rendering failed${info.componentStack ?? ''}`, error);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className={styles.box} role="alert">
        <h1>{texts.reactRenderingError}</h1>
        <p>{error.message}</p>
        <Button variant="secondary" onClick={() => location.reload()}>
          {texts.reload}
        </Button>
        {/* Without a key it surrounds the router as well. */}
        {this.props.resetKey !== undefined && this.props.resetKey !== '/' && (
          <ButtonLink to="/" variant="secondary">
            {recurring.backToHome}
          </ButtonLink>
        )}
      </div>
    );
  }
}
