/** Lets every media query match, so that a screen is drawn as on a phone. The hooks of screen tests end it with the test. */
export function onPhone(): void {
  const matchMedia = window.matchMedia.bind(window);
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((media) => Object.assign(matchMedia(media), { matches: true }));
}
