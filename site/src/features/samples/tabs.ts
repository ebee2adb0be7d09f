import { Children, createElement, isValidElement, type ReactNode } from 'react';
import CodeBlock from '@site/src/components/CodeBlock';

interface Tab {
  readonly id: string;
  readonly label: string;
  readonly block: ReactNode;
}

/** A program from a data file. */
export interface TabData {
  readonly id: string;
  readonly label: string;
  readonly title: string;
  readonly language: string;
  readonly html: string;
}

/** Tabs for programs from a data file. */
export function tabsOfData(data: readonly TabData[]): Tab[] {
  return data.map(({ id, label, ...block }) => ({
    id,
    label,
    block: createElement(CodeBlock, block),
  }));
}

interface FenceProps {
  readonly sample?: string;
  readonly label?: string;
}

/** Tabs for the children that are fenced blocks with a `sample`, in order. */
export function tabsOf(children: ReactNode): Tab[] {
  return Children.toArray(children).flatMap((block) => {
    if (!isValidElement<FenceProps>(block)) return [];
    const { sample, label } = block.props;
    return sample === undefined ? [] : [{ id: sample, label: label ?? sample, block }];
  });
}

/** Index of the tab that a key moves to (ARIA Authoring Practices, tabs pattern); undefined for all other keys. */
export function tabAfter(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (current + 1) % count;
    case 'ArrowLeft':
      return (current + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
