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
import styles from './bar-chart.module.css';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Legend, Tooltip);

export interface BarSeries {
  label: string;
  /** One for each category. */
  values: readonly number[];
  tone: 'primary' | 'success' | 'error';
  /** The list behind the figure of a category. */
  to?: (index: number) => string;
}

interface BarChartProps {
  /** What the chart shows, the head of the table of its figures. */
  label: string;
  categories: readonly string[];
  series: readonly BarSeries[];
  format: (value: number) => string;
  /** Bars that lie, for names. */
  isLying?: boolean;
}

/** Bars that lead to what they count; the same figures as a table, which is what a screen reader and the keyboard are given. */
export function BarChart(props: BarChartProps) {
  const { categories, series, format, isLying = false } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const navigate = useNavigate();
  const { direction } = useAtomValue(themeAtom, { store });
  useEffect(() => {
    const element = canvas.current;
    // A browser that is short of memory draws none; the table still has the figures.
    if (element === null || element.getContext('2d') === null) return undefined;
    const open = (line: number, index: number) => {
      const to = series[line]?.to?.(index);
      if (to !== undefined) void navigate(to);
    };
    const draw = () =>
      new Chart(element, {
        type: 'bar',
        data: { labels: [...categories], datasets: series.map(dataOf) },
        options: optionsOf({ format, series, isLying, isRtl: direction === 'rtl' }, open),
      });
    let chart = draw();
    // A canvas keeps the colours it was drawn with.
    const recolour = new MutationObserver(() => {
      chart.destroy();
      chart = draw();
    });
    recolour.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      recolour.disconnect();
      chart.destroy();
    };
  }, [categories, series, format, isLying, navigate, direction]);
  return (
    <>
      <div
        className={styles.box}
        style={isLying ? { blockSize: 48 + categories.length * (12 + 14 * series.length) } : undefined}
      >
        <canvas ref={canvas} aria-hidden="true" />
      </div>
      <FiguresTable {...props} />
    </>
  );
}

const dataOf = ({ label, values, tone }: BarSeries) => ({
  label,
  data: [...values],
  backgroundColor: colour(`--ant-color-${tone}`),
  borderRadius: 3,
  maxBarThickness: 28,
});

/** A token of antd as the page has it now: a canvas knows no variables. */
const colour = (name: string): string => getComputedStyle(document.body).getPropertyValue(name).trim();

function optionsOf(
  {
    format,
    series,
    isLying,
    isRtl,
  }: Pick<BarChartProps, 'format' | 'series'> & { isLying: boolean; isRtl: boolean },
  open: (line: number, index: number) => void,
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
      callback: (tick: string | number) => format(Number(tick)),
    },
  };
  const category = {
    reverse: !isLying && isRtl,
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

function FiguresTable({ label, categories, series, format }: BarChartProps) {
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
                  {to === undefined ? (
                    format(values[index] ?? 0)
                  ) : (
                    <Link to={to(index)}>{format(values[index] ?? 0)}</Link>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
