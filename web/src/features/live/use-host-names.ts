import { useMemo } from 'react';
import { useHosts } from '../../app/dashboard-state.js';

/** The name of a host, or its id while it isn't known. */
export function useHostNames(): (id: string) => string {
  const hosts = useHosts();
  return useMemo(() => {
    const names = new Map(hosts.map(({ id, name }) => [id, name]));
    return (id) => names.get(id) ?? id;
  }, [hosts]);
}
