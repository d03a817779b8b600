import { type Section, untested } from '../rule.js';

export const goodsReceipts: readonly Section[] = [
  {
    title: 'Goods receipt',
    rules: {
      'field.goods-receipt.id': 'id is a string.',
      'goods-receipt.id': 'The id identifies the posted bill to update.',
      'field.goods-receipt.goodsReceiptNumber': 'goodsReceiptNumber is a string: a reference number.',
      'field.goods-receipt.status': 'status is a string.',
      'goods-receipt.statuses': 'The statuses are draft, completed, cancelled and partiallyReceived.',
      'field.goods-receipt.created': 'created is the time when the receipt was recorded.',
      'goods-receipt.created': 'Date ranges filter by created.',
      'field.goods-receipt.deliveryDate': "deliveryDate is the date of the supplier's bill.",
      'field.goods-receipt.supplier': 'supplier is an object.',
      'goods-receipt.snapshot': 'supplier is a snapshot from the time when the receipt was recorded.',
      'field.goods-receipt.supplier.supplierId': 'supplier.supplierId is a string.',
      'field.goods-receipt.supplier.name': 'supplier.name is a string.',
      'goods-receipt.address': 'A supplier has a postal address.',
      'field.goods-receipt.items': 'items is a list of lines.',
      'field.goods-receipt.totalPrice': 'totalPrice is a number.',
      'goods-receipt.sum': 'totalPrice is the sum of the line amounts.',
      'field.goods-receipt.discount': "discount is the supplier's discount on the whole document.",
      'field.goods-receipt.shippingFee': 'shippingFee is a number.',
      'goods-receipt.freight': 'shippingFee is never discounted and never taxed.',
      'field.goods-receipt.tax': 'tax is a number.',
      'goods-receipt.tax': 'tax is the total tax.',
      'goods-receipt.old-tax': 'Older receipts can lack tax.',
      'field.goods-receipt.total': 'total is the payable amount.',
      'goods-receipt.old-total': 'Older receipts can lack total.',
      'field.goods-receipt.isTaxInclusive': 'isTaxInclusive is a boolean.',
      'goods-receipt.inclusive': 'If isTaxInclusive is true, the totalPrice of each line includes its tax.',
    },
  },
  {
    title: 'Goods receipt, lines',
    rules: {
      'field.goods-receipt.items.totalPrice': 'totalPrice is a number.',
      'line.authoritative': 'totalPrice is authoritative for accounting.',
      'field.goods-receipt.items.discountAmount': "discountAmount is the supplier's discount on the line.",
      'line.net': 'The net amount of a line is totalPrice minus discountAmount.',
      'field.goods-receipt.items.taxRateName': 'taxRateName is a string from the time of the receipt.',
      'field.goods-receipt.items.taxRate': 'taxRate is a number from the time of the receipt.',
      'line.rate': 'taxRate is a decimal fraction: 0.07 means 7 %.',
      'field.goods-receipt.items.taxRateKind': 'taxRateKind is a string from the time of the receipt.',
      'field.goods-receipt.items.taxAmount': 'taxAmount is the tax on the line.',
      'field.goods-receipt.items.pricePerUnit': 'pricePerUnit is the cost of one inventoryUom.',
      'line.derived':
        'pricePerUnit is derived and rounded to 6 decimal places; do not calculate totals from it.',
      'field.goods-receipt.items.inventoryUom': 'inventoryUom is the inventory unit of measure.',
      'line.others':
        'A line also has a quantity, a purchase unit and a unit cost; the API specification does not define their names.',
    },
  },
  {
    title: 'Goods receipt, rules',
    rules: {
      'goods-receipt.rule-1': 'Header amounts are rounded to 2 decimal places.',
      'goods-receipt.rule-1.difference':
        'A header amount can differ from the sum of its lines by up to 0.01.',
      'goods-receipt.rule-2': untested(
        "Amounts are in the outlet's currency.",
        'A receipt has no currency field',
      ),
      'goods-receipt.rule-3': 'Discounts reduce the value of the goods before tax.',
      'goods-receipt.rule-3.freight': 'Discounts never reduce shippingFee.',
      'goods-receipt.rule-4':
        'The tax base of a line is its net amount minus its share of the document discount.',
      'goods-receipt.rule-4.share': 'The document discount is split by the net amounts of the lines.',
      'goods-receipt.rule-5':
        'If tax is not included: total = totalPrice - line discounts - discount + tax + shippingFee.',
      'goods-receipt.rule-6':
        'If tax is included: total = totalPrice - line discounts - discount + shippingFee.',
      'goods-receipt.rule-7': 'Credit notes and supplier returns are not exposed.',
    },
  },
];
