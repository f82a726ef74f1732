import { mentionOf } from '@daybook/contracts/tasks/tasks/note-levels';
import { bodyOf, namedIn } from './mentions.ts';

const ada = { id: '01990000-0000-7000-8000-000000000001', label: 'Ada' };
const king = { id: '01990000-0000-7000-8000-000000000002', label: 'Ada King' };
const tanaka = { id: '01990000-0000-7000-8000-000000000003', label: '田中' };

describe('a note', () => {
  it('mentions the people who were picked, by the longest name that is meant', () => {
    expect(bodyOf('@Ada King and @Ada, please', namedIn([ada, king]))).toBe(
      `${mentionOf(king.id)} and ${mentionOf(ada.id)}, please`,
    );
  });

  it('does not mention Ada where somebody writes @Adam', () => {
    expect(bodyOf('@Adam wrote to @Ada.', namedIn([ada]))).toBe(`@Adam wrote to ${mentionOf(ada.id)}.`);
  });

  it('mentions a Japanese name with text directly after it', () => {
    expect(bodyOf('@田中さん、お願いします', namedIn([tanaka]))).toBe(
      `${mentionOf(tanaka.id)}さん、お願いします`,
    );
  });
});
