import { useEffect, useState } from 'react';
import {
  Button,
  ConfigProvider,
  Dropdown,
  Input,
  Layout,
  Menu,
  Select,
  Space,
  Table,
  Tag,
  Typography,
} from 'antd';
import axios from 'axios';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';

// The list of invoices as an antd application usually has it: components from antd's own entry, styles made at run time, antd's table.
// It is kept as it is, because the speed of our pages is told as a ratio to it.

interface Row {
  id: string;
  number: string;
  status: string;
  issueDate: string;
  dueDate: string;
  currency: string;
  payable: number;
  outstanding: number;
  client: { label: string };
}

const api = axios.create({
  baseURL: '/api/v1',
  headers: { Authorization: `Bearer ${localStorage.getItem('auth_token') ?? ''}` },
});

const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100);
const day = (date: string) => new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(date));

const columns = [
  {
    title: 'Number',
    dataIndex: 'number',
    render: (no: string, row: Row) => <Link to={`/${row.id}`}>{no || 'Draft'}</Link>,
  },
  { title: 'Client', dataIndex: ['client', 'label'] },
  { title: 'Status', dataIndex: 'status', render: (status: string) => <Tag color="blue">{status}</Tag> },
  { title: 'Issue date', dataIndex: 'issueDate', sorter: true, render: day },
  { title: 'Due date', dataIndex: 'dueDate', sorter: true, render: day },
  {
    title: 'Payable',
    dataIndex: 'payable',
    align: 'right' as const,
    render: (amount: number, row: Row) => money(amount, row.currency),
  },
  {
    title: 'Outstanding',
    dataIndex: 'outstanding',
    align: 'right' as const,
    render: (amount: number, row: Row) => money(amount, row.currency),
  },
  {
    title: '',
    key: 'actions',
    fixed: 'right' as const,
    render: () => (
      <Dropdown menu={{ items: ['Open', 'Edit', 'Print'].map((label) => ({ key: label, label })) }}>
        <Button type="text">…</Button>
      </Dropdown>
    ),
  },
];

function Invoices() {
  const [rows, setRows] = useState<Row[]>();
  useEffect(() => {
    void api
      .get<{ data: { rows: Row[] } }>('/invoices', { params: { pageSize: 20 } })
      .then((answer) => setRows(answer.data.data.rows));
  }, []);
  return (
    <>
      <Typography.Title level={3}>Invoices</Typography.Title>
      <Space>
        <Input.Search placeholder="Search" />
        <Select placeholder="Status" options={[{ value: 'open', label: 'Open' }]} />
        <Button type="primary">Add invoice</Button>
      </Space>
      <Table
        rowKey="id"
        rowSelection={{}}
        loading={rows === undefined}
        dataSource={rows ?? []}
        columns={columns}
        pagination={{ pageSize: 20 }}
        scroll={{ x: true }}
      />
    </>
  );
}

const screens = ['Dashboard', 'Clients', 'Tasks', 'Invoices', 'Receipts', 'Settings'];

createRoot(document.getElementById('root') as HTMLElement).render(
  <ConfigProvider theme={{ token: { borderRadius: 6 } }}>
    <BrowserRouter>
      <Layout style={{ minHeight: '100vh' }}>
        <Layout.Sider>
          <Menu theme="dark" items={screens.map((label) => ({ key: label, label }))} />
        </Layout.Sider>
        <Layout>
          <Layout.Header />
          <Layout.Content style={{ padding: 24 }}>
            <Routes>
              <Route path="*" element={<Invoices />} />
            </Routes>
          </Layout.Content>
        </Layout>
      </Layout>
    </BrowserRouter>
  </ConfigProvider>,
);
