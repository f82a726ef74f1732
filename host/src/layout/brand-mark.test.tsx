import { render, screen } from '@testing-library/react';
import { BrandMark } from './brand-mark.tsx';

const logoOf = (box: HTMLElement) => box.querySelector('img')?.getAttribute('src') ?? null;

describe('the mark', () => {
  it('is that of the program until the firm is known, and while it has neither name nor logo', () => {
    const { container, rerender } = render(<BrandMark firm={undefined} />);
    expect(screen.getByText('Daybook')).toBeVisible();
    rerender(<BrandMark firm={{ name: null, logo: null }} />);
    expect(screen.getByText('Daybook')).toBeVisible();
    expect(logoOf(container)).toBeNull();
  });

  it('is the logo of the firm with its name, and the logo alone on a phone', () => {
    const firm = { name: 'Rao & Partners', logo: 7 };
    const { container, rerender } = render(<BrandMark firm={firm} />);
    expect(screen.getByText('Rao & Partners')).toBeVisible();
    expect(logoOf(container)).toBe('/api/v1/firm/logo?v=7');
    rerender(<BrandMark firm={firm} isShort />);
    expect(screen.queryByText('Rao & Partners')).not.toBeInTheDocument();
    expect(logoOf(container)).toBe('/api/v1/firm/logo?v=7');
  });
});
