import React, { type ReactNode } from 'react';
import {
  useActiveDocContext,
  useActiveVersion,
  useLayoutDoc,
  type GlobalDoc,
} from '@docusaurus/plugin-content-docs/client';
import { useThemeConfig } from '@docusaurus/theme-common';
import ComponentTypes from '@theme-original/NavbarItem/ComponentTypes';
import DefaultNavbarItem from '@theme/NavbarItem/DefaultNavbarItem';
import type { Props } from '@theme/NavbarItem/DocNavbarItem';

/** The navbar item for a page: the item of the page, otherwise the first one of its sidebar. */
function ownerOf(
  active: GlobalDoc | undefined,
  docs: readonly GlobalDoc[],
  ids: readonly string[],
) {
  if (!active) return undefined;
  if (ids.includes(active.id)) return active.id;
  return ids.find((id) => docs.find((doc) => doc.id === id)?.sidebar === active.sidebar);
}

/**
 * Replaces the theme's doc item, which is marked as current on every page of its sidebar. With two doc items in one sidebar,
 * both would be marked.
 */
function DocNavbarItem({ docId, label, docsPluginId, ...props }: Props): ReactNode {
  const { activeDoc } = useActiveDocContext(docsPluginId);
  const docs = useActiveVersion(docsPluginId)?.docs ?? [];
  const doc = useLayoutDoc(docId, docsPluginId);
  const items = useThemeConfig().navbar.items as readonly { type?: string; docId?: string }[];
  const ids = items.flatMap((item) => (item.type === 'doc' && item.docId ? [item.docId] : []));
  if (doc === null) return null;
  const isCurrent = ownerOf(activeDoc, docs, ids) === docId;
  return (
    <DefaultNavbarItem
      exact
      {...props}
      isActive={() => isCurrent}
      label={label ?? doc.id}
      to={doc.path}
    />
  );
}

/** Wraps the theme's table of navbar item types. An item of an unknown type causes an error with its name. */
export default { ...ComponentTypes, doc: DocNavbarItem };
