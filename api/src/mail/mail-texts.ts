import type { linkPurposes } from '@daybook/contracts/auth/account';
import type { Language } from '@daybook/contracts/fields';

interface MailText {
  subject: string;
  /** Of one paragraph each. */
  body: (name: string, link: string) => string[];
}

/** What goes out by mail, in the language of whom it goes to. */
const texts: Record<Language, Record<(typeof linkPurposes)[number], MailText>> = {
  en: {
    invitation: {
      subject: 'Your invitation to Daybook',
      body: (name, link) => [
        `Hello ${name},`,
        'an account in Daybook has been created for you. Choose your password here:',
        link,
        'The link works once, within seven days. If you did not expect this e-mail, you can ignore it.',
      ],
    },
    reset: {
      subject: 'Choose a new password for Daybook',
      body: (name, link) => [
        `Hello ${name},`,
        'you can choose a new password for Daybook here:',
        link,
        'The link works once, within an hour. If you did not ask for it, you can ignore this e-mail.',
      ],
    },
  },
  zh: {
    invitation: {
      subject: '邀请您使用 Daybook',
      body: (name, link) => [
        `${name}，您好：`,
        '我们已为您开通 Daybook 账户。请打开以下链接设置密码：',
        link,
        '链接七天内有效，仅可使用一次。如果您不清楚此邮件的来由，无需理会。',
      ],
    },
    reset: {
      subject: '重新设置 Daybook 密码',
      body: (name, link) => [
        `${name}，您好：`,
        '请打开以下链接，为您的 Daybook 账户设置新密码：',
        link,
        '链接一小时内有效，仅可使用一次。如果不是您本人要求的，无需理会。',
      ],
    },
  },
  fr: {
    invitation: {
      subject: 'Votre invitation à Daybook',
      body: (name, link) => [
        `Bonjour ${name},`,
        'Un compte Daybook a été créé pour vous. Choisissez votre mot de passe ici :',
        link,
        'Ce lien fonctionne une seule fois, pendant sept jours. Si vous n’attendiez pas ce message, vous pouvez l’ignorer.',
      ],
    },
    reset: {
      subject: 'Choisissez un nouveau mot de passe Daybook',
      body: (name, link) => [
        `Bonjour ${name},`,
        'Vous pouvez choisir un nouveau mot de passe Daybook ici :',
        link,
        'Ce lien fonctionne une seule fois, pendant une heure. Si vous ne l’avez pas demandé, vous pouvez ignorer ce message.',
      ],
    },
  },
  ja: {
    invitation: {
      subject: 'Daybook へのご招待',
      body: (name, link) => [
        `${name} 様`,
        'Daybook のアカウントが作成されました。次のリンクからパスワードを設定してください。',
        link,
        'リンクは 7 日間有効で、1 回だけ使えます。お心当たりがない場合は、このメールを無視してください。',
      ],
    },
    reset: {
      subject: 'Daybook の新しいパスワードの設定',
      body: (name, link) => [
        `${name} 様`,
        '次のリンクから Daybook の新しいパスワードを設定できます。',
        link,
        'リンクは 1 時間有効で、1 回だけ使えます。お心当たりがない場合は、このメールを無視してください。',
      ],
    },
  },
};

export function linkMail(
  purpose: (typeof linkPurposes)[number],
  { name, locale }: { name: string; locale: Language },
  link: string,
): { subject: string; body: string } {
  const { subject, body } = texts[locale][purpose];
  return { subject, body: `${body(name, link).join('\n\n')}\n` };
}
