import { Component, type ReactNode, type RefObject } from 'react';

type Props = { scroller: RefObject<HTMLElement | null>; firstSeq: number; children: ReactNode };
type Mark = { element: Element; bottom: number } | null;

/** Keeps messages in place while older ones are prepended (CHAT-10), measured at a message's bottom, because its name may
 * disappear. A class, because getSnapshotBeforeUpdate has no hook. */
export class ScrollKeeper extends Component<Props, object, Mark> {
  override getSnapshotBeforeUpdate(previous: Readonly<Props>): Mark {
    const { scroller, firstSeq } = this.props;
    if (scroller.current === null || firstSeq >= previous.firstSeq) return null;
    const edge = scroller.current.getBoundingClientRect().top;
    const block = firstBelow(scroller.current.querySelectorAll('[data-block]'), edge);
    const element = block && firstBelow(block.querySelectorAll('[data-seq]'), edge);
    return element ? { element, bottom: element.getBoundingClientRect().bottom } : null;
  }

  override componentDidUpdate(_props: Readonly<Props>, _state: object, mark?: Mark): void {
    const { current: scroller } = this.props.scroller;
    if (!mark || !scroller) return;
    scroller.scrollTop += mark.element.getBoundingClientRect().bottom - mark.bottom;
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

const firstBelow = (elements: Iterable<Element>, edge: number): Element | undefined =>
  [...elements].find((element) => element.getBoundingClientRect().bottom > edge);
