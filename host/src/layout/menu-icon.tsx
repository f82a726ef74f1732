import type { ComponentType } from 'react';
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined';
import AuditOutlined from '@ant-design/icons/es/icons/AuditOutlined';
import BankOutlined from '@ant-design/icons/es/icons/BankOutlined';
import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined';
import BookOutlined from '@ant-design/icons/es/icons/BookOutlined';
import CheckSquareOutlined from '@ant-design/icons/es/icons/CheckSquareOutlined';
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined';
import CustomerServiceOutlined from '@ant-design/icons/es/icons/CustomerServiceOutlined';
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined';
import FieldTimeOutlined from '@ant-design/icons/es/icons/FieldTimeOutlined';
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined';
import FormOutlined from '@ant-design/icons/es/icons/FormOutlined';
import GiftOutlined from '@ant-design/icons/es/icons/GiftOutlined';
import HourglassOutlined from '@ant-design/icons/es/icons/HourglassOutlined';
import PartitionOutlined from '@ant-design/icons/es/icons/PartitionOutlined';
import PhoneOutlined from '@ant-design/icons/es/icons/PhoneOutlined';
import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined';
import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined';
import SlidersOutlined from '@ant-design/icons/es/icons/SlidersOutlined';
import TagsOutlined from '@ant-design/icons/es/icons/TagsOutlined';
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined';
import WalletOutlined from '@ant-design/icons/es/icons/WalletOutlined';
import type { MenuIcon as Name } from '@daybook/contracts/screens';

const icons: Record<Name, ComponentType<{ 'aria-hidden': boolean }>> = {
  overview: DashboardOutlined,
  enquiries: CustomerServiceOutlined,
  clients: BookOutlined,
  tasks: CheckSquareOutlined,
  recurring: ClockCircleOutlined,
  time: FieldTimeOutlined,
  pending: HourglassOutlined,
  invoices: FileTextOutlined,
  receipts: WalletOutlined,
  creditNotes: RollbackOutlined,
  expenses: FormOutlined,
  ledger: AuditOutlined,
  report: BarChartOutlined,
  followUp: PhoneOutlined,
  people: TeamOutlined,
  admins: SafetyOutlined,
  departments: PartitionOutlined,
  services: AppstoreOutlined,
  packages: GiftOutlined,
  categories: TagsOutlined,
  billingEntity: BankOutlined,
  settings: SlidersOutlined,
};

/** Decorative, because the label beside it says everything. On its own, a screen reader would announce the icon's English name. */
export function MenuIcon({ name }: { name: Name }) {
  const Icon = icons[name];
  return <Icon aria-hidden />;
}
