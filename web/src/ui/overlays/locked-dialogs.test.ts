import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

type Root = { onOpenChange: (next: boolean, details: { event: Event }) => void; children: ReactNode };
type Part = { children?: ReactNode; render?: ReactNode };

/** Escape, a press beside it, a pull or its Close: all that a dialog of the library hears. */
const heard = vi.hoisted(() => ({ close: () => {} }));
const library = vi.hoisted(() => {
  const Part = ({ children, render }: Part) => render ?? children;
  const parts = ['Portal', 'Backdrop', 'Viewport', 'Popup', 'Content', 'Title', 'Description', 'Close'];
  const Root = ({ onOpenChange, children }: Root) => {
    heard.close = () => onOpenChange(false, { event: new Event('keydown') });
    return children;
  };
  return { Root, ...Object.fromEntries(parts.map((part) => [part, Part])) };
});
vi.mock('@base-ui/react/alert-dialog', () => ({ AlertDialog: library }));
vi.mock('@base-ui/react/drawer', () => ({ Drawer: library }));
vi.stubGlobal('Element', EventTarget);
vi.stubGlobal('matchMedia', () => ({ matches: false }));

const onClose = vi.fn<() => void>();
beforeEach(() => onClose.mockClear());

const confirm = (busy: boolean) =>
  renderToStaticMarkup(
    createElement(ConfirmDialog, {
      open: true,
      title: 'Cancel this event?',
      cancelLabel: 'Keep event',
      confirmLabel: 'Cancel event',
      busy,
      onConfirm: () => {},
      onCancel: onClose,
    }),
  );
const show = (locked: boolean) =>
  renderToStaticMarkup(createElement(Dialog, { open: true, title: 'Delete your account', locked, onClose }));

test('SAFE-04 a question that was answered cannot be closed while the answer is on its way', () => {
  expect(confirm(false)).toMatch(/<button(?![^>]*aria-disabled)[^>]*><span>Keep event/);
  heard.close();
  expect(onClose).toHaveBeenCalledOnce();
  expect(confirm(true)).toMatch(/<button[^>]*aria-disabled="true"[^>]*><span>Keep event/);
  heard.close();
  expect(onClose).toHaveBeenCalledOnce();
});

test('SAFE-03 a locked dialog stays open', () => {
  show(false);
  heard.close();
  show(true);
  heard.close();
  expect(onClose).toHaveBeenCalledOnce();
});
