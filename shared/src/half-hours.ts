/** Every half hour of a day, as the options of a choice. */
export const halfHours = Array.from({ length: 48 }, (_, no) => {
  const value = `${String(Math.floor(no / 2)).padStart(2, '0')}:${no % 2 === 0 ? '00' : '30'}`;
  return { value, label: value };
});
