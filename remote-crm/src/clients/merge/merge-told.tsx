import { useTranslation } from 'react-i18next';
import { canMerge, type MergePreview } from '@daybook/contracts/crm/clients/client-merge';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { SameGroup } from './same-group.tsx';

interface MergeToldProps {
  client: Client;
  preview: MergePreview;
  /** Called when both are in one group instead. */
  onGrouped: () => void;
}

/** What a merge moves; or what keeps the other client, and the group as another way. */
export function MergeTold({ client, preview, onGrouped }: MergeToldProps) {
  const { t } = useTranslation('crm');
  const { other, moves } = preview;
  const reasons = useReasons(preview);
  if (!canMerge(preview))
    return (
      <>
        <Told title={t('clientMerge.cannot', { name: other.name })} lines={reasons} />
        <SameGroup client={client} other={other} onGrouped={onGrouped} />
      </>
    );
  if (moves.length === 0) return <p>{t('clientMerge.nothing', { name: other.name })}</p>;
  const lines = moves.map(({ kind, count }) => t(`clientMerge.kind.${kind}`, { count }));
  return <Told title={t('clientMerge.moves', { name: other.name })} lines={lines} />;
}

function useReasons({ keeps, hasOtherCurrency, tooMany }: MergePreview): string[] {
  const { t } = useTranslation('crm');
  return [
    ...keeps.map(({ kind, count }) => t(`clientMerge.kind.${kind}`, { count })),
    ...(hasOtherCurrency ? [t('clientMerge.currency')] : []),
    ...tooMany.map((part) => t('clientMerge.tooMany', { part: t(`clientMerge.part.${part}`) })),
  ];
}

function Told({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <>
      <p>{title}</p>
      <ul aria-label={title}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
