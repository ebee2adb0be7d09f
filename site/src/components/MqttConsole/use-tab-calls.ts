import { useEffect, useState } from 'react';
import { pastCalls, rememberCall, type PastCall } from '@site/src/runner/history';

/** HTTP calls of this tab, read anew whenever the reader comes back to it. */
export function useTabCalls() {
  const [list, setList] = useState(pastCalls);
  useEffect(() => {
    const read = () => setList(pastCalls());
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, []);
  const remember = (call: PastCall) => setList(rememberCall(call));
  return { list, remember };
}
