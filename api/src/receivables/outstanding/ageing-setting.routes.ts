import { ageingSetting } from '@daybook/contracts/receivables/outstanding/ageing-setting';
import { implement } from '../../http/implement.ts';
import { getAgeingSetting } from './ageing-setting.queries.ts';
import { saveAgeingSetting } from './save-ageing-setting.ts';

export const ageingSettingRoutes = implement(
  'ageing_setting',
  ageingSetting,
)({
  open: ({ db }) => getAgeingSetting(db),
  save: ({ db, input, version }) => saveAgeingSetting(db, input.bounds, version),
});
