import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  Tooltip,
  type ChartOptions,
} from 'chart.js';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { store, themeAtom } from '@daybook/shared/session';
import { countText } from '../record/count-text.tsx';
import styles from './bar-chart.module.css';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Legend, Tooltip);

export interface BarSeries {
  label: string;
  /** One value for each category. */
  values: readonly number[];
  tone: 'primary' | 'success' | 'error';
  /** The address of the list behind the value of a category. */
  to?: (index: number) => string;
}

interface BarChartProps {
  /** What the chart shows; also the caption of its table. */
  label: string;
  categories: readonly string[];
  series: readonly BarSeries[];
  /** Formats a value; without it, values are plain counts. */
  format?: (value: number) => string;
  /** Formats the scale, which has no room for full figures. */
  formatScale?: (value: number) => string;
  /** Horizontal bars, for long names. */
  isLying?: boolean;
}

/** Bars that link to the records they count. Screen readers and the keyboard get the same figures as a table. */
export function BarChart(props: BarChartProps) {
  const { t } = useTranslation('shared');
  const isEmpty = props.series.every(({ values }) => values.every((value) => value === 0));
  return isEmpty ? <p className={styles.empty}>{t('chart.empty')}</p> : <Bars {...props} />;
}

function Bars(props: BarChartProps) {
  const { categories, series, format = countText, formatScale = format, isLying = false } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const navigate = useNavigate();
  const { direction } = useAtomValue(themeAtom, { store });
  useEffect(() => {
    const element = canvas.current;
    // A browser that is short of memory provides no canvas context. The table still has the figures.
    if (element === null || element.getContext('2d') === null) return undefined;
    const open = (line: number, index: number) => {
      const to = series[line]?.to?.(index);
      if (to !== undefined) void navigate(to);
    };
    const isRtl = direction === 'rtl';
    // The order is reversed here, because the chart's own reversal leaves no room for the slanted label of the last bar.
    const isTurned = isRtl && !isLying;
    const inOrder = <Item,>(items: readonly Item[]) => (isTurned ? items.toReversed() : [...items]);
    const draw = () =>
      new Chart(element, {
        type: 'bar',
        data: {
          labels: inOrder(categories),
          datasets: series.map((line) => ({ ...styleOf(line), data: inOrder(line.values) })),
        },
        options: optionsOf({ format, formatScale, series, isLying, isRtl }, (line, place) =>
          open(line, isTurned ? categories.length - 1 - place : place),
        ),
      });
    let chart = draw();
    // A canvas does not follow a change of theme, so it is drawn again.
    const recolour = new MutationObserver(() => {
      chart.destroy();
      chart = draw();
    });
    recolour.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      recolour.disconnect();
      chart.destroy();
    };
  }, [categories, series, format, formatScale, isLying, navigate, direction]);
  return (
    <>
      <div
        className={styles.box}
        style={isLying ? { blockSize: 48 + categories.length * (12 + 14 * series.length) } : undefined}
      >
        {/* Amounts are written from left to right in every direction. */}
        <canvas ref={canvas} dir="ltr" aria-hidden="true" />
      </div>
      <FiguresTable {...props} format={format} />
    </>
  );
}

const styleOf = ({ label, tone }: BarSeries) => ({
  label,
  backgroundColor: colour(`--ant-color-${tone}`),
  borderRadius: 3,
  maxBarThickness: 28,
});

/** The current value of an antd token: a canvas cannot use CSS variables. */
const colour = (name: string): string => getComputedStyle(document.body).getPropertyValue(name).trim();

interface Drawn {
  format: (value: number) => string;
  formatScale: (value: number) => string;
  series: readonly BarSeries[];
  isLying: boolean;
  isRtl: boolean;
}

function optionsOf(
  { format, formatScale, series, isLying, isRtl }: Drawn,
  open: (line: number, place: number) => void,
): ChartOptions<'bar'> {
  const text = { color: colour('--ant-color-text-secondary') };
  const value = {
    beginAtZero: true,
    reverse: isLying && isRtl,
    grid: { color: colour('--ant-color-border-secondary') },
    ticks: {
      ...text,
      precision: 0,
      maxTicksLimit: 5,
      callback: (tick: string | number) => formatScale(Number(tick)),
    },
  };
  const category = {
    grid: { display: false },
    ticks: text,
  };
  const start = isRtl ? ('right' as const) : ('left' as const);
  return {
    indexAxis: isLying ? 'y' : 'x',
    maintainAspectRatio: false,
    animation: false,
    scales: isLying
      ? { x: value, y: { ...category, position: start } }
      : { x: category, y: { ...value, position: start } },
    plugins: {
      legend: { display: series.length > 1, rtl: isRtl, align: 'end', labels: { ...text, boxWidth: 12 } },
      tooltip: {
        rtl: isRtl,
        callbacks: {
          label: ({ dataset, parsed }) =>
            `${dataset.label ?? ''} ${format((isLying ? parsed.x : parsed.y) ?? 0)}`,
        },
      },
    },
    onClick: (_event, [hit]) => hit && open(hit.datasetIndex, hit.index),
  };
}

type FiguresTableProps = Pick<BarChartProps, 'label' | 'categories' | 'series'> & Pick<Drawn, 'format'>;

function FiguresTable({ label, categories, series, format }: FiguresTableProps) {
  const { t } = useTranslation('shared');
  return (
    <details className={styles.details}>
      <summary>{t('chart.figures')}</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            {series.map((line) => (
              <th key={line.label} scope="col">
                {line.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((category, index) => (
            <tr key={category}>
              <th scope="row">
                <bdi>{category}</bdi>
              </th>
              {series.map(({ label: name, values, to }) => (
                <td key={name}>
                  <TableFigure text={format(values[index] ?? 0)} to={to?.(index)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const TableFigure = ({ text, to }: { text: string; to: string | undefined }) =>
  to === undefined ? (
    <bdi>{text}</bdi>
  ) : (
    <Link to={to}>
      <bdi>{text}</bdi>
    </Link>
  );
