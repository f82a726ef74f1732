import { useSearchParams } from 'react-router-dom';

/** The address contains the open document, so that people can send the link to a colleague. */
export function useOpenDocument() {
  const [params, setParams] = useSearchParams();
  const set = (id: string | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (id === null) next.delete('document');
      else next.set('document', id);
      return next;
    });
  return { id: params.get('document'), open: set, close: () => set(null) };
}
