import { useSearchParams } from 'react-router-dom';

/** The voucher in the address, so that people can send the link to a colleague. */
export function useOpenedVoucher() {
  const [params, setParams] = useSearchParams();
  const set = (id: string | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (id === null) next.delete('voucher');
      else next.set('voucher', id);
      return next;
    });
  return { id: params.get('voucher'), open: set, close: () => set(null) };
}
