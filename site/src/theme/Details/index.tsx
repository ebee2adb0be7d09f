import React, { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import Details from '@theme-original/Details';
import type { Props } from '@theme/Details';

/**
 * Wraps the theme's `details`, which toggles natively until hydration. Elements that the reader has opened by then are
 * rendered as open; the theme would close them.
 */
export default function DetailsWrapper(props: Props): ReactNode {
  const wrapper = useRef<HTMLDivElement>(null);
  const [unfolded, setUnfolded] = useState(false);
  useLayoutEffect(() => {
    if (wrapper.current?.querySelector('details')?.open) setUnfolded(true);
  }, []);
  return (
    <div ref={wrapper} style={{ display: 'contents' }}>
      {unfolded ? <Details key="unfolded" {...props} open /> : <Details {...props} />}
    </div>
  );
}
