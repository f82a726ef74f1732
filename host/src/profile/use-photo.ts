import { useQuery } from '@tanstack/react-query';
import { account } from '@daybook/contracts/auth/account';
import { download } from '@daybook/shared/call';

/** The person's own photo as a data address; null until it has loaded, and if it cannot be loaded. */
export function usePhoto(): string | null {
  const { data } = useQuery({
    queryKey: [account.photo.method, account.photo.path],
    queryFn: async ({ signal }) => addressOf((await download(account.photo, {}, { signal })).blob),
    retry: false,
  });
  return data ?? null;
}

const addressOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable photo')));
    reader.readAsDataURL(blob);
  });
