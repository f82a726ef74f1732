import { useSearchParams } from 'react-router-dom';

/** The address contains the open record, so that people can send the link to a colleague. */
export function useOpened(name: 'entry' | 'certificate') {
  const [params, setParams] = useSearchParams();
  const set = (id: string | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (id === null) next.delete(name);
      else next.set(name, id);
      return next;
    });
  return { id: params.get(name), open: set, close: () => set(null) };
}
