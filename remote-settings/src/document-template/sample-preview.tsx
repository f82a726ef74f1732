import Form from 'antd/es/form';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '@daybook/contracts/endpoint';
import { languages, type Language } from '@daybook/contracts/fields';
import { documentTemplates } from '@daybook/contracts/settings/billing-entities/document-templates';
import { download } from '@daybook/shared/call';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { LanguageSelect } from '@daybook/shared/inputs/named-select';
import styles from './document-template.module.css';

/** A pause in typing, so that not each letter is printed. */
const pauseMs = 250;

type Asked = InputOf<typeof documentTemplates.preview>;

/** The sample as the form has it now, in a language of choice. While something is not valid, the last one stays. */
export function SamplePreview({ id, docLocale }: { id: string; docLocale: Language }) {
  const { t } = useTranslation('settings');
  const [language, setLanguage] = useState(docLocale);
  const form = Form.useFormInstance();
  const values = Form.useWatch((all: Record<string, unknown>) => all, { form, preserve: true });
  const { address, error } = useSample(JSON.stringify({ ...values, id, language }));
  return (
    <section className={styles.preview} aria-label={t('documentTemplate.sample')}>
      <label className={styles.language}>
        {t('documentTemplate.sampleLanguage')}
        <LanguageSelect
          value={language}
          onChange={(chosen) => setLanguage(languages.find((one) => one === chosen) ?? docLocale)}
        />
      </label>
      {error !== null && <ErrorBox error={error} />}
      {address !== null && (
        <>
          <Frame address={address} title={t('documentTemplate.sample')} />
          <a href={address} target="_blank" rel="noreferrer">
            {t('documentTemplate.openSample')}
          </a>
        </>
      )}
    </section>
  );
}

/**
 * Not written as JSX, where each frame has a sandbox: the viewers of browsers show no PDF in one. The file is from our own server.
 */
function Frame({ address, title }: { address: string; title: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = document.createElement('iframe');
    // The page as wide as the frame, without the tools of the viewer.
    frame.src = `${address}#toolbar=0&navpanes=0&view=FitH`;
    frame.title = title;
    frame.className = styles.sample ?? '';
    place.current?.replaceChildren(frame);
  }, [address, title]);
  return <div ref={place} />;
}

/** The address of the printed sample. `asked` is a text, so that the same values are printed once. */
function useSample(asked: string) {
  const [address, setAddress] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const input = documentTemplates.preview.input.safeParse(JSON.parse(asked));
    if (!input.success) return undefined;
    const wanted = new AbortController();
    const show = async () => {
      try {
        const { blob } = await download(documentTemplates.preview, JSON.parse(asked) as Asked, {
          signal: wanted.signal,
        });
        if (wanted.signal.aborted) return;
        setError(null);
        setAddress(URL.createObjectURL(new Blob([blob], { type: 'application/pdf' })));
      } catch (failure) {
        if (!wanted.signal.aborted) setError(failure);
      }
    };
    const pause = setTimeout(() => void show(), pauseMs);
    return () => {
      clearTimeout(pause);
      wanted.abort();
    };
  }, [asked]);
  useEffect(
    () => () => {
      if (address !== null) URL.revokeObjectURL(address);
    },
    [address],
  );
  return { address, error };
}
