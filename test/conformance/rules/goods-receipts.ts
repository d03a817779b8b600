import { type Section, untested } from '../rule.js';

export const goodsReceipts: readonly Section[] = [
  {
    title: 'Goods receipt',
    rules: {
      'field.goods-receipt.id': 'id: text.',
      'goods-receipt.id': 'Bills that were posted already are updated by id.',
      'field.goods-receipt.goodsReceiptNumber': 'goodsReceiptNumber: text, a reference.',
      'field.goods-receipt.status': 'status: text.',
      'goods-receipt.statuses': 'Known are draft, completed, cancelled and partiallyReceived.',
      'field.goods-receipt.created': 'created: when it was recorded.',
      'goods-receipt.created': 'Ranges of dates filter by created.',
      'field.goods-receipt.deliveryDate': "deliveryDate: the date of the supplier's bill.",
      'field.goods-receipt.supplier': 'supplier: an object.',
      'goods-receipt.snapshot': 'The supplier stays as it was when the receipt was recorded.',
      'field.goods-receipt.supplier.supplierId': 'The supplier has a supplierId: text.',
      'field.goods-receipt.supplier.name': 'The supplier has a name: text.',
      'goods-receipt.address': 'The supplier has an address.',
      'field.goods-receipt.items': 'items: a list of lines.',
      'field.goods-receipt.totalPrice': 'totalPrice: a number.',
      'goods-receipt.sum': 'totalPrice is the sum of the amounts of the lines.',
      'field.goods-receipt.discount': "discount: the supplier's discount on the whole document.",
      'field.goods-receipt.shippingFee': 'shippingFee: a number.',
      'goods-receipt.freight': 'shippingFee is neither discounted nor taxed.',
      'field.goods-receipt.tax': 'tax: a number.',
      'goods-receipt.tax': 'tax is the total of all tax.',
      'goods-receipt.old-tax': 'Older receipts may have no tax.',
      'field.goods-receipt.total': 'total: what is to be paid.',
      'goods-receipt.old-total': 'Older receipts may have no total.',
      'field.goods-receipt.isTaxInclusive': 'isTaxInclusive: true or false.',
      'goods-receipt.inclusive': 'Where it is true, the totalPrice of each line includes its tax.',
    },
  },
  {
    title: 'Goods receipt, lines',
    rules: {
      'field.goods-receipt.items.totalPrice': 'totalPrice: a number.',
      'line.authoritative': 'Accounts go by totalPrice.',
      'field.goods-receipt.items.discountAmount': "discountAmount: the supplier's discount on the line.",
      'line.net': 'The net of a line is totalPrice less discountAmount.',
      'field.goods-receipt.items.taxRateName': 'taxRateName: text, as at the time of the receipt.',
      'field.goods-receipt.items.taxRate': 'taxRate: a number, as at the time of the receipt.',
      'line.rate': 'taxRate is a fraction: 0.07 is 7 %.',
      'field.goods-receipt.items.taxRateKind': 'taxRateKind: text, as at the time of the receipt.',
      'field.goods-receipt.items.taxAmount': 'taxAmount: the tax on the line.',
      'field.goods-receipt.items.pricePerUnit': 'pricePerUnit: what one inventoryUom costs.',
      'line.derived': 'pricePerUnit is derived and rounded to 6 places; no total is built from it.',
      'field.goods-receipt.items.inventoryUom': 'inventoryUom: the unit of the stock.',
      'line.others':
        'A line also has a quantity, a purchase unit and a unit cost, under names that are not shown.',
    },
  },
  {
    title: 'Goods receipt, rules',
    rules: {
      'goods-receipt.rule-1': 'Header amounts have 2 decimal places.',
      'goods-receipt.rule-1.difference':
        'A header amount may differ from the sum of its lines by up to 0.01.',
      'goods-receipt.rule-2': untested(
        "Amounts are in the outlet's currency.",
        'a receipt names no currency, so that nothing can be wrong',
      ),
      'goods-receipt.rule-3': 'Discounts come off the goods before tax.',
      'goods-receipt.rule-3.freight': 'Discounts never come off shippingFee.',
      'goods-receipt.rule-4': "A line is taxed on its net less its share of the document's discount.",
      'goods-receipt.rule-4.share': 'The share follows the net values of the lines.',
      'goods-receipt.rule-5':
        'With tax on top: total = totalPrice - line discounts - discount + tax + shippingFee.',
      'goods-receipt.rule-6':
        'With tax inside: total = totalPrice - line discounts - discount + shippingFee.',
      'goods-receipt.rule-7': 'Credit notes and returns are not exposed.',
    },
  },
];
